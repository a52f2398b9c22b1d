// Sets the theme before the first paint: the account's as last seen, else the visitor's choice, else the system's.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("assay.account-theme") || localStorage.getItem("assay.theme");
  } catch {
    // A browser that refuses storage follows the system.
  }
  if (theme !== "dark" && theme !== "light") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
