import { SecondFactorScreen } from "@/features/auth/SecondFactorScreen";

export default function SecondFactorPage() {
  return <SecondFactorScreen />;
}
