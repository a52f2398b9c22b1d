import { ControlsGallery } from "./ControlsGallery";
import { FieldsGallery } from "./FieldsGallery";
import { FiguresGallery } from "./FiguresGallery";
import { FoundationsGallery } from "./FoundationsGallery";

/** All primitives, each in its states; figures are made up and names end in "(sample)". */
export function PrimitivesGallery() {
  return (
    <div className="flex flex-col gap-4">
      <FoundationsGallery />
      <FiguresGallery />
      <ControlsGallery />
      <FieldsGallery />
    </div>
  );
}
