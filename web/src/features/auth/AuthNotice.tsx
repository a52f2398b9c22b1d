import { Icon } from "@/components/ui/marks/Icon";
import type { AuthError } from "./authErrorTexts";

export function AuthNotice({ error, calm = false }: { error: AuthError; calm?: boolean }) {
  const look = calm ? "border-accent-line bg-info-soft" : "border-neg-mark bg-neg-soft";
  return (
    <div role="alert" className={`flex gap-2.5 rounded-md border px-3 py-2.5 ${look}`}>
      <span className={`mt-0.5 ${calm ? "text-info" : "text-neg"}`}>
        <Icon name={calm ? "key" : "warning"} />
      </span>
      <div>
        <p className="font-medium">{error.title}</p>
        <p className="text-sm">{error.text}</p>
      </div>
    </div>
  );
}
