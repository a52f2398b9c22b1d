import "@/styles/globals.css";
import type { AppProps } from "next/app";
import Head from "next/head";
import { ApiProvider } from "@/api/ApiProvider";
import { ErrorBoundary } from "@/components/ErrorBoundary";
import { Toaster } from "@/components/ui/Toaster";
import { WelcomeModal } from "@/features/onboarding/WelcomeModal";
import { SessionFrame } from "@/features/session/SessionFrame";
import { AppFrame } from "@/features/shell/AppFrame";

export default function App({ Component, pageProps }: AppProps) {
  return (
    <ApiProvider>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <SessionFrame>
        <AppFrame>
          <ErrorBoundary>
            <Component {...pageProps} />
          </ErrorBoundary>
        </AppFrame>
        <WelcomeModal />
      </SessionFrame>
      <Toaster />
    </ApiProvider>
  );
}
