import { Page } from "@/components/page/Page";
import { NotFoundScreen } from "@/features/notFound/NotFoundScreen";
import { Contacts } from "@/features/shell/Contacts";

export default function NotFoundPage() {
  return (
    <Page title="Page not found" hidden>
      <NotFoundScreen contacts={<Contacts />} />
    </Page>
  );
}
