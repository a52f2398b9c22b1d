import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { ErrorSummary } from "./ErrorSummary";
import { FormBar } from "./FormBar";
import { FormField } from "./FormField";
import type { FormFieldSpec, FormValues } from "./fields";
import { LeaveGuard } from "./LeaveGuard";
import { useForm } from "./useForm";

const load = async () => [{ value: "quay", content: { label: "Quay (sample)" } }];

const fields: ReadonlyArray<FormFieldSpec> = [
  { name: "name", label: "Name", control: { kind: "text" }, required: true },
  { name: "site", label: "Website", control: { kind: "url" } },
  { name: "fee", label: "Fee", control: { kind: "number", unit: "%" } },
  {
    name: "state",
    label: "State",
    control: { kind: "choice", options: [{ value: "open", content: { label: "Open" } }] },
  },
  { name: "audits", label: "Audits", control: { kind: "lines", urls: true } },
  { name: "issuer", label: "Issuer", control: { kind: "reference", load, names: {} } },
  {
    name: "assets",
    label: "Assets",
    control: { kind: "references", load, names: { pier: "Pier (sample)" } },
  },
];

type SampleProps = { stored: FormValues; onSubmit: (values: FormValues) => void };

function Sample({ stored, onSubmit }: SampleProps) {
  const form = useForm({ fields, stored, onSubmit });
  return (
    <form noValidate aria-label="Sample" onSubmit={form.submit} onKeyDown={form.onKeyDown}>
      <ErrorSummary form={form} />
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} />
      ))}
      <FormBar form={form} action="Save" pending={false} outcome={null} />
      <LeaveGuard dirty={form.changed.length > 0} what="Harbour" onLeave={() => {}} />
      <a href="/news" data-page-link="">
        News
      </a>
    </form>
  );
}

function show(stored: FormValues = { name: "Harbour" }) {
  const onSubmit = vi.fn();
  return { ...render(<Sample stored={stored} onSubmit={onSubmit} />), onSubmit };
}

const box = (name: string) => screen.getByRole("textbox", { name });

describe("a form", () => {
  it("checks a field when it is left, and everything on submit, with the way to each field", async () => {
    const { user, onSubmit } = show();
    await user.type(box("Website"), "harbour.example");
    expect(screen.queryByText(/begins with https/)).toBeNull();
    await user.tab();
    expect(screen.getByText(/begins with https/)).toBeInTheDocument();
    expect(box("Website")).toBeInvalid();
    await user.clear(box("Name"));
    await user.click(screen.getByRole("button", { name: "Save" }));
    const summary = screen.getByRole("region", { name: "2 fields need a change" });
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole("link", { name: "Website" }));
    expect(box("Website")).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(box("Website"));
    await user.type(box("Name"), "Quay{Control>}{Enter}{/Control}");
    expect(onSubmit).toHaveBeenCalledWith({ name: "Quay", site: "" });
  });

  it("counts what differs from what is stored, and discards it", async () => {
    const { user } = show();
    expect(screen.getByText("No unsaved changes")).toBeInTheDocument();
    await user.type(box("Fee, %"), "1,000.5");
    await user.type(box("Audits"), "https://a.example{Enter}{Enter} https://b.example");
    expect(screen.getByText("2 unsaved changes")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(box("Fee, %")).toHaveValue("");
    expect(box("Audits")).toHaveValue("");
    expect(screen.getByText("No unsaved changes")).toBeInTheDocument();
  });

  it("chooses words, records and nothing", async () => {
    const { user, onSubmit } = show({ name: "Harbour", state: "open", assets: ["pier"] });
    await user.click(screen.getByRole("combobox", { name: "State" }));
    await user.click(screen.getByRole("option", { name: "Not specified" }));
    await user.type(screen.getByRole("combobox", { name: "Issuer" }), "q");
    await user.click(await screen.findByRole("option", { name: /Quay/ }));
    await user.type(screen.getByRole("combobox", { name: "Assets" }), "q");
    await user.click(await screen.findByRole("option", { name: /Quay/ }));
    await user.click(screen.getByRole("button", { name: "Remove Pier (sample)" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    const values = { name: "Harbour", state: "", issuer: "quay", assets: ["quay"] };
    expect(onSubmit).toHaveBeenCalledWith(values);
  });

  it("asks before a link leaves what is not saved", async () => {
    const { user, router } = show();
    await user.type(box("Fee, %"), "1");
    await user.click(screen.getByRole("link", { name: "News" }));
    const dialog = screen.getByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(router.push).not.toHaveBeenCalled();
    await user.click(screen.getByRole("link", { name: "News" }));
    await user.click(screen.getByRole("button", { name: "Leave without saving" }));
    expect(router.push).toHaveBeenCalledWith("/news");
  });
});
