import { useEffect } from "react";

// Takes the place of the package react-style-singleton, by an alias in next.config.ts: layers hide the
// scroll bar with a style sheet of their own, and our content security policy admits no style element
// that was not exported. An adopted sheet is none.

type Sheet = { add: (styles: string) => void; remove: () => void };

/** A style sheet that is there as long as somebody needs it; the first one says what is in it. */
export function stylesheetSingleton(): Sheet {
  let users = 0;
  let adopted: CSSStyleSheet | null = null;
  return {
    add(styles) {
      if (users === 0) {
        adopted = new CSSStyleSheet();
        adopted.replaceSync(styles);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
      }
      users += 1;
    },
    remove() {
      users -= 1;
      if (users === 0) {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== adopted);
      }
    },
  };
}

type UseStyles = (styles: string, isDynamic?: boolean) => void;

/** The same for the life of a component. */
export function styleHookSingleton(): UseStyles {
  const sheet = stylesheetSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: the package that this stands for is made so
  return function useStyles(styles, isDynamic = false) {
    // Only dynamic styles follow what they are given later.
    const key = isDynamic ? styles : "";
    // biome-ignore lint/correctness/useExhaustiveDependencies: the styles count through the key
    useEffect(() => {
      sheet.add(styles);
      return () => sheet.remove();
    }, [key]);
  };
}

/** The same as a component that shows nothing. */
export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const useStyles = styleHookSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: called once, by modules and in states
  return function StyleSheet({ styles, dynamic }) {
    useStyles(styles, dynamic);
    return null;
  };
}
