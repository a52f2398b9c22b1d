import { Button } from "./ui/buttons/Button";

type ConsentQuestionProps = {
  titleId: string;
  /** The purposes of the services. */
  purposes: string;
  onAccept: () => void;
  onReject: () => void;
  onChoose: () => void;
};

/** Whether services of others may be used; all answers weigh the same. */
export function ConsentQuestion(props: ConsentQuestionProps) {
  return (
    <>
      <div>
        <h2 id={props.titleId} className="font-semibold text-md">
          Allow third-party services?
        </h2>
        <p className="mt-0.5 text-text-2">
          They are used for {props.purposes}. Nothing is loaded before you agree, and the site works
          without them.
        </p>
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Button onClick={props.onAccept}>Accept all</Button>
        <Button onClick={props.onReject}>Reject all</Button>
        <Button aria-haspopup="dialog" onClick={props.onChoose}>
          Choose
        </Button>
      </div>
    </>
  );
}
