import { Button } from "../../parts/Button.tsx";
import { Copyable } from "../../parts/Copyable.tsx";

/** The new key, this once. */
export function Made({ name, secret, onAnother }: { name: string; secret: string; onAnother: () => void }) {
  return (
    <>
      <p>
        The key <strong dir="auto">{name}</strong> is made. It is shown this once, and step 2 has it in place
        already. Whoever has it may work on the follow-ups of the list.
      </p>
      <Copyable text={secret} what="the key" />
      <div class="row-of">
        <Button onClick={onAnother}>Make another</Button>
      </div>
    </>
  );
}
