// The scripts of layers, which the app loads on demand: tests press faster than a module is transformed.
import "@/components/ui/overlays/MenuLayer";
import "@/components/ui/overlays/PopoverLayer";
import "@/components/ui/selects/SelectLayer";
import "@/lists/filter/FilterEditor";
import "@/lists/filter/NewFilter";
import "@/lists/table/ColumnChoices";
