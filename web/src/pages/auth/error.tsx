import { AuthErrorScreen } from "@/features/auth/AuthErrorScreen";

export default function AuthErrorPage() {
  return <AuthErrorScreen />;
}
