import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ErrorState } from "./ErrorState";

const failure = {
  code: "SERVICE_UNAVAILABLE",
  reason: null,
  message: "secret words",
  traceId: "abc",
};

it("explains a failure by its code, with the reference, and never with the server's words", () => {
  render(<ErrorState what="The list" failure={failure} />);
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent("The list could not be loaded");
  expect(alert).toHaveTextContent("Part of the service is unavailable");
  expect(alert).toHaveTextContent("abc");
  expect(alert).not.toHaveTextContent("secret words");
});

it("prefers the reason to the code and knows what to say about neither", () => {
  const { rerender } = render(
    <ErrorState what="It" failure={{ ...failure, reason: "session_not_found" }} />,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("already ended");
  rerender(<ErrorState what="It" failure={{ ...failure, code: "TEAPOT" }} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong.");
});
