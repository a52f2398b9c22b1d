// Scripts of somebody else for the tests: one per kind that the product can run. Each behaves as far as the product
// speaks to it, keeps a cookie and an entry of its kind, and puts the calls that it receives into window.received.
//   node scripts.mjs --port 0
import { createServer } from "node:http";

import { readArguments, sayReady } from "./command.mjs";

const settings = readArguments({});

const common = `
  const home = new URL(document.currentScript.src).origin;
  const kind = document.currentScript.src.match(/(\\w+)\\.js/)[1];
  window.received ??= [];
  // A function among the words would not survive the way to the test.
  const tell = (...words) => window.received.push(JSON.parse(JSON.stringify([kind, ...words])));
  const keep = (name) => {
    document.cookie = name + "=1; path=/";
    localStorage.setItem(name, "1");
  };
  const call = () => void fetch(home + "/seen/" + kind, { mode: "no-cors" });
  const picture = () => void (new Image().src = home + "/seen/" + kind + ".gif");
`;

const scripts = {
  tag_manager: `
    keep("_ga"); call(); picture();
    const read = (entry) => tell(Object.prototype.toString.call(entry) === "[object Arguments]" ? [...entry] : entry);
    window.dataLayer.forEach(read);
    window.dataLayer.push = (entry) => read(entry);
  `,
  chat: `
    const waiting = window.Intercom.q;
    window.Intercom = (...words) => {
      tell(...words);
      if (words[0] === "boot") keep("intercom-session");
    };
    waiting.forEach((words) => window.Intercom(...words));
    const frame = document.createElement("iframe");
    frame.src = home + "/frame.html";
    frame.hidden = true;
    const style = document.createElement("style");
    style.textContent = ":root { --written-by-the-chat: 1 }";
    document.body.append(frame, style);
    call();
  `,
  recording: `
    let sessions = 0;
    const work = URL.createObjectURL(new Blob(["postMessage(1)"], { type: "text/javascript" }));
    window.LogRocket = {
      init: (...words) => {
        sessions += 1;
        tell("init", ...words);
        keep("_lr_tabs");
        new Worker(work).onmessage = call;
      },
      startNewSession: () => { sessions += 1; tell("startNewSession"); },
      identify: (...words) => tell("identify", ...words),
      getSessionURL: (listener) => listener(home + "/sessions/" + sessions),
    };
  `,
  flags: `
    window.LDClient = {
      initialize: (...words) => {
        tell("initialize", ...words);
        keep("ld:flags");
        call();
        return { close: () => tell("close") };
      },
    };
  `,
  forms: `keep("hubspotutk"); tell(window._hsq); call(); picture();`,
  visitors: `keep("_lfa"); window.ldfdr("cfg"); tell(window.ldfdr._q); call(); picture();`,
};

const frame = "<!doctype html><title>Chat</title>";

function answerTo(path) {
  const script = scripts[path.match(/^\/(\w+)\.js$/)?.[1]];
  if (script) return ["text/javascript", `(() => {${common}${script}})();`];
  if (path === "/frame.html") return ["text/html", frame];
  return ["image/gif", Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64")];
}

const server = createServer((request, answer) => {
  const [type, body] = answerTo(new URL(request.url, "http://127.0.0.1").pathname);
  const headers = { "content-type": type, "cross-origin-resource-policy": "cross-origin" };
  answer.writeHead(200, headers).end(body);
});
server.listen(Number(settings.port), "127.0.0.1", () => sayReady(server.address().port));
