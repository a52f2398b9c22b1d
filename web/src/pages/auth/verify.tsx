import { VerifyScreen } from "@/features/auth/SignInMailScreen";

export default function VerifyPage() {
  return <VerifyScreen />;
}
