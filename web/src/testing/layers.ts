// The scripts of layers, which the app loads on demand: tests press faster than a module is transformed.
import "@/components/ui/MenuLayer";
import "@/components/ui/PopoverLayer";
import "@/components/ui/SelectLayer";
import "@/lists/filter/FilterEditor";
import "@/lists/filter/NewFilter";
import "@/lists/table/ColumnChoices";
