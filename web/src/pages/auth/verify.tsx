import { VerifyScreen } from "@/features/auth/VerifyScreen";

export default function VerifyPage() {
  return <VerifyScreen />;
}
