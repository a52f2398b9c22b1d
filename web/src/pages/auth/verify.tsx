import { SignInMailScreen } from "@/features/auth/SignInMailScreen";

export default function VerifyPage() {
  return <SignInMailScreen />;
}
