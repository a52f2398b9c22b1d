// A DNS server for the tests. The TXT records of a name are the lines of the file of that name in the folder.
//   node dns.mjs --port 0 --dir /tmp/records
import { createSocket } from "node:dgram";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readArguments, sayReady } from "./command.mjs";

const settings = readArguments({ dir: { type: "string" } });

const headerBytes = 12;
const txt = 16;
const noSuchName = 3;

function readQuestion(query) {
  const labels = [];
  let at = headerBytes;
  while (query[at] !== 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + query[at]));
    at += 1 + query[at];
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

// Only names of hosts are looked for, so that no query leads out of the folder.
function recordsOf(name) {
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name)) return [];
  try {
    return readFileSync(join(settings.dir, name), "utf8").split("\n").filter(Boolean);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

// The name of the question, its type and class, no time to live, and the text in parts of at most 255 bytes.
function answerOf(text) {
  const bytes = Buffer.from(text);
  const parts = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  return Buffer.concat([
    Buffer.from([0xc0, headerBytes, 0, txt, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]),
    data,
  ]);
}

function reply(query) {
  const { name, type, end } = readQuestion(query);
  const records = recordsOf(name);
  const answers = type === txt ? records.map(answerOf) : [];
  const code = records.length === 0 ? noSuchName : 0;
  return Buffer.concat([
    query.subarray(0, 2),
    Buffer.from([0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0]),
    query.subarray(headerBytes, end),
    ...answers,
  ]);
}

mkdirSync(settings.dir, { recursive: true });
const socket = createSocket("udp4");
socket.on("message", (query, client) => {
  try {
    socket.send(reply(query), client.port, client.address);
  } catch (error) {
    console.error(error.message);
  }
});
socket.bind(Number(settings.port), "127.0.0.1", () => sayReady(socket.address().port));
