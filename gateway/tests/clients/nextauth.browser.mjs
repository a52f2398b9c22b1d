// The parts of a browser that `next-auth/react` uses: one tab with cookies, a location and storage.

export function openTab(origin) {
  const cookies = new Map();
  const visited = [];
  const requests = [];
  const tab = { cookies, visited, requests, origin, reloads: 0 };

  const keepCookies = (response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split("; ");
      const [name, value] = pair.split("=");
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
  };

  const network = globalThis.fetch;
  tab.fetch = async (target, options = {}) => {
    const url = new URL(target, origin);
    const headers = new Headers(options.headers);
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    requests.push(`${(options.method ?? "GET").toUpperCase()} ${url.pathname}`);
    const response = await network(url, { redirect: "manual", ...options, headers });
    keepCookies(response);
    return response;
  };

  const stored = new Map();
  const storage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, String(value)),
  };
  const location = {
    get href() {
      return visited.at(-1) ?? `${origin}/start`;
    },
    set href(target) {
      visited.push(new URL(target, origin).href);
    },
    reload: () => {
      tab.reloads += 1;
    },
  };
  const listeners = { addEventListener() {}, removeEventListener() {} };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define("window", { location, localStorage: storage, ...listeners });
  define("document", { visibilityState: "visible", ...listeners });
  define("localStorage", storage);
  define("fetch", tab.fetch);
  define("navigator", {
    onLine: true,
    sendBeacon: (target, body) => {
      tab.fetch(target, { method: "POST", body });
      return true;
    },
  });
  tab.stored = stored;
  return tab;
}
