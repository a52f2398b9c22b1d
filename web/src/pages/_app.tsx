import "@/styles/globals.css";
import type { AppProps } from "next/app";
import Head from "next/head";
import { ApiProvider } from "@/api/ApiProvider";
import { requireFreshSignIn } from "@/app-state/freshSignIn";
import { EarlyPress } from "@/components/page/EarlyPress";
import { PageAnchor } from "@/components/page/PageAnchor";
import { PageLinks } from "@/components/page/PageLinks";
import { PageTurn } from "@/components/page/PageTurn";
import { ToasterHost } from "@/components/page/ToasterHost";
import { ErrorBoundary } from "@/components/states/ErrorBoundary";
import { StepUpHost } from "@/features/auth/StepUpHost";
import { ConsentHost } from "@/features/consent/ConsentHost";
import { PrivacyChoices } from "@/features/consent/PrivacyChoices";
import { ExplainHost } from "@/features/explain/ExplainHost";
import { WelcomeHost } from "@/features/onboarding/WelcomeHost";
import { PaletteHost } from "@/features/palette/PaletteHost";
import { SessionFrame } from "@/features/session/SessionFrame";
import { AppFrame } from "@/features/shell/AppFrame";
import { Contacts } from "@/features/shell/Contacts";
import { GatedQueries } from "@/features/shell/gate/GatedQueries";
import { Notices } from "@/features/shell/notices/Notices";

// The same elements around every page, so that a change of the page draws none of them anew.
const consent = <ConsentHost />;
const footer = <PrivacyChoices />;
const contacts = <Contacts />;
const besidePages = (
  <>
    <PageLinks />
    <PageAnchor />
    <PaletteHost />
    <Notices />
    <WelcomeHost />
    <ExplainHost />
    <StepUpHost />
    <EarlyPress />
  </>
);

export default function App({ Component, pageProps, router }: AppProps) {
  return (
    <ApiProvider requireFreshSignIn={requireFreshSignIn}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <SessionFrame>
        {consent}
        <AppFrame footer={footer}>
          <PageTurn>
            <ErrorBoundary page={router.asPath} contact={contacts}>
              <GatedQueries>
                <Component {...pageProps} />
              </GatedQueries>
            </ErrorBoundary>
          </PageTurn>
        </AppFrame>
        {besidePages}
      </SessionFrame>
      <ToasterHost />
    </ApiProvider>
  );
}
