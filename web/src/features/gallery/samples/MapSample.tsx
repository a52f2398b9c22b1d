import { useState } from "react";
import { Card } from "@/components/Card";
import type { MapPlace } from "@/components/map/MapShapes";
import { WorldMap } from "@/components/map/WorldMap";

const made: ReadonlyArray<MapPlace> = [
  { code: "US", name: "United States", words: "12 rules", colour: "var(--seq-7)" },
  { code: "BR", name: "Brazil", words: "4 rules", colour: "var(--seq-4)" },
  { code: "CH", name: "Switzerland", words: "9 rules", colour: "var(--seq-6)" },
  { code: "AE", name: "United Arab Emirates", words: "7 rules", colour: "var(--seq-5)" },
  { code: "SG", name: "Singapore", words: "8 rules", colour: "var(--seq-6)" },
  { code: "AU", name: "Australia", words: "2 rules", colour: "var(--seq-3)" },
];
const places = new Map(made.map((place) => [place.code, place]));

/** The world with outlines, where place matters more than magnitude. */
export function MapSample() {
  const [chosen, setChosen] = useState<string | null>("CH");
  const words = chosen === null ? "No country selected." : (places.get(chosen)?.words ?? "");
  return (
    <Card title="Fictitious rules by country" lead="Country outlines with panning and zooming.">
      <div className="p-(--card-pad)">
        <WorldMap
          label="Fictitious rules by country"
          places={places}
          selected={chosen === null ? [] : [chosen]}
          onSelect={setChosen}
        />
        <p className="mt-2 text-sm text-text-2">
          {chosen !== null && `${places.get(chosen)?.name}: `}
          {words}
        </p>
      </div>
    </Card>
  );
}
