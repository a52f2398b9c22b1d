import type { ComponentProps } from "react";
import { Link } from "../links/Link";
import { type ButtonLook, type ButtonSize, buttonLook } from "./buttonLook";

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook; size?: ButtonSize };

/** A way to another page that looks like a button. */
export function ButtonLink({ look, size, className = "", ...rest }: ButtonLinkProps) {
  return <Link className={`${buttonLook(look, size)} ${className}`} {...rest} />;
}
