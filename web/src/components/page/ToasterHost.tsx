import { useWhileOpen } from "@/lib/loading/useOnDemand";

const load = async () => (await import("../ui/feedback/Toaster")).Toaster;

const stay = () => {};

/** The notifications, loaded once the page is hydrated: without a network it would be too late. */
export function ToasterHost() {
  const Toaster = useWhileOpen(true, stay, load, "Notifications");
  return Toaster && <Toaster />;
}
