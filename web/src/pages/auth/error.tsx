import { AuthErrorScreen } from "@/features/auth/AuthErrorScreen";
import { Contacts } from "@/features/shell/Contacts";

export default function AuthErrorPage() {
  return <AuthErrorScreen contact={<Contacts />} />;
}
