// Draws the world once, so that no browser has to project it: src/components/map/world.json from npm world-atlas
// (Natural Earth, public domain) and the country codes of the catalog. Run it after either changed.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const require = createRequire(import.meta.url);
const atlas = require("world-atlas/countries-50m.json");
const target = new URL("./src/components/map/world.json", import.meta.url);

const width = 3000;
const margin = 12;
/** Islands below this, in square units, are left out unless they are all that a country has. */
const smallestRing = 5;
/** A country that is lower or narrower than this, in units, is a dot of its own. */
const smallestShape = 9;
const antarctica = "010";

/** Degrees east and north of countries that the atlas lacks or draws as a part of another. */
const missing = {
  BQ: [-68.27, 12.18],
  BV: [3.36, -54.42],
  CC: [96.85, -12.17],
  CX: [105.65, -10.45],
  GF: [-53.1, 3.9],
  GI: [-5.35, 36.14],
  GP: [-61.55, 16.25],
  MQ: [-61.02, 14.64],
  RE: [55.53, -21.12],
  SJ: [16, 78.6],
  TK: [-171.85, -9.2],
  TV: [179.2, -8.52],
  UM: [166.63, 19.28],
  YT: [45.15, -12.83],
};

/** Numeric to two letters, by ISO 3166-1. */
function codes() {
  const [head, ...lines] = read("../deploy/seed/countries.csv").trim().split("\n");
  const names = head.split(",");
  const [code, numeric] = [names.indexOf("code"), names.indexOf("numeric_code")];
  return new Map(lines.map((line) => line.split(",")).map((row) => [row[numeric], row[code]]));
}

/** The rings that a projected shape is drawn in, on whole units, without points that add nothing. */
function ringsOf(draw, shape) {
  const rings = [];
  let ring = [];
  const add = (x, y) => {
    const point = [Math.round(x), Math.round(y)];
    const last = ring.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) ring.push(point);
  };
  draw.context({
    moveTo(x, y) {
      ring = [];
      add(x, y);
    },
    lineTo: add,
    closePath() {
      rings.push(straightened(ring));
    },
    arc() {},
  })(shape);
  return rings.filter(({ length }) => length > 2);
}

/** Without the points between two others on one line. */
function straightened(ring) {
  return ring.filter((point, index) => {
    const before = ring.at(index - 1);
    const after = ring[(index + 1) % ring.length];
    const turn =
      (point[0] - before[0]) * (after[1] - point[1]) -
      (point[1] - before[1]) * (after[0] - point[0]);
    return turn !== 0;
  });
}

function areaOf(ring) {
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled / 2);
}

function pathOf(rings) {
  const step = ([x, y], [fromX, fromY]) => `${x - fromX},${y - fromY}`.replace(",-", "-");
  const texts = rings.map((ring) => {
    const [first] = ring;
    const steps = ring.slice(1).map((point, index) => step(point, ring[index]));
    return `M${first[0]},${first[1]}l${steps.join(" ").replaceAll(" -", "-")}z`;
  });
  return texts.join("");
}

/** How far the largest ring reaches, the smaller way. */
function reachOf([ring = []]) {
  const span = (axis) => {
    const places = ring.map((point) => point[axis]);
    return Math.max(...places) - Math.min(...places);
  };
  return ring.length === 0 ? 0 : Math.min(span(0), span(1));
}

function centreOf(shape, rings, projection) {
  const [largest] = rings;
  if (!largest) return geoPath(projection).centroid(shape).map(Math.round);
  let [sumX, sumY, area] = [0, 0, 0];
  largest.forEach(([x, y], index) => {
    const [nextX, nextY] = largest[(index + 1) % largest.length];
    const cross = x * nextY - nextX * y;
    sumX += (x + nextX) * cross;
    sumY += (y + nextY) * cross;
    area += cross;
  });
  return [Math.round(sumX / (3 * area)), Math.round(sumY / (3 * area))];
}

const known = codes();
const shapes = feature(atlas, atlas.objects.countries).features.filter(
  ({ id }) => id !== antarctica,
);
const points = { type: "MultiPoint", coordinates: Object.values(missing) };
const whole = {
  type: "FeatureCollection",
  features: [...shapes, { type: "Feature", properties: {}, geometry: points }],
};
const projection = geoEqualEarth().fitWidth(width - 2 * margin, whole);
const [[left, top], [, bottom]] = geoPath(projection).bounds(whole);
const [moveX, moveY] = projection.translate();
projection.translate([moveX - left + margin, moveY - top + margin]);
const height = Math.ceil(bottom - top + 2 * margin);

const places = [];
let land = "";
for (const shape of shapes) {
  const rings = ringsOf(geoPath(projection), shape).sort(
    (one, other) => areaOf(other) - areaOf(one),
  );
  const drawn = rings.filter((ring, index) => index === 0 || areaOf(ring) >= smallestRing);
  const code = known.get(shape.id);
  // Shapes without a code, and further shapes of a country that has its place already, are land.
  if (!code || places.some((place) => place.code === code)) {
    land += pathOf(drawn);
    continue;
  }
  const [x, y] = centreOf(shape, drawn, projection);
  const dot = reachOf(drawn) < smallestShape;
  places.push({ code, x, y, ...(dot && { dot }), path: pathOf(drawn) });
}
for (const [code, degrees] of Object.entries(missing)) {
  const [x, y] = projection(degrees).map(Math.round);
  places.push({ code, x, y, dot: true, path: "" });
}
places.sort((one, other) => one.code.localeCompare(other.code));
const lost = [...known.values()].filter(
  (code) => code !== "AQ" && !places.some((place) => place.code === code),
);
if (lost.length > 0) throw new Error(`Without a place on the map: ${lost.join(", ")}`);
writeFileSync(target, `${JSON.stringify({ width, height, land, places })}\n`);
