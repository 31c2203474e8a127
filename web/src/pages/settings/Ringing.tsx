import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import type { PushSubscriptionKept } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { When } from "../../parts/When.tsx";
import { unlessGone } from "../../state/answered.ts";
import { notify } from "../../state/notices.ts";
import { type Impossible, lookAtPush, ringing, turnOffPush, turnOnPush } from "../../state/push.ts";
import { Section } from "./Section.tsx";

/** Which devices ring when something is due, and whether this one does. */
export function Ringing() {
  const loaded = useLoaded(lookAtPush);
  const work = useWork();
  const failed = useSignal(false);
  const told = loaded.value.value;
  const now = ringing.value;
  const change = (does: () => Promise<void>) =>
    work.once(async () => {
      failed.value = false;
      await does().catch(failure => {
        if (!(failure instanceof DOMException)) throw failure;
        failed.value = true;
      });
      loaded.put(await lookAtPush());
    });
  const remove = (device: PushSubscriptionKept) =>
    work.once(async () => {
      await calls.deletePushSubscription(device.id).catch(unlessGone);
      loaded.put(await calls.readPushSubscriptions());
      notify({ text: `${device.name ?? "That device"} rings no more` });
    });
  const others = told?.subscriptions.filter(each => !(now.is === "on" && each.id === now.id)) ?? [];
  return (
    <Section title="Reminders" lead="A device rings once when a todo is due, also while no page is open.">
      {told === undefined && loaded.busy.value && <Loading lines={1} what="Your devices are being read" />}
      <Trouble of={loaded} onAgain={loaded.again} />
      {told !== undefined && (
        <div class="row-of" role="status">
          <p class="grow">{WORDS[now.is]}</p>
          {now.is === "off" && told.public_key !== undefined && (
            <Button
              look="main"
              aria-disabled={work.busy.value}
              onClick={() => void change(() => turnOnPush(told.public_key ?? ""))}
            >
              Ring on this device
            </Button>
          )}
          {now.is === "on" && (
            <Button aria-disabled={work.busy.value} onClick={() => void change(turnOffPush)}>
              Stop ringing here
            </Button>
          )}
        </div>
      )}
      {now.is === "impossible" && <p class="hint">{WHY[now.why]}</p>}
      {now.is !== "impossible" && location.protocol === "http:" && <p class="hint">{NO_HTTPS}</p>}
      {failed.value && (
        <p class="trouble" role="alert">
          The browser could not reach its push service. Try again, or use another browser.
        </p>
      )}
      <Trouble of={work} />
      {others.length > 0 && <Others devices={others} onRemove={device => void remove(device)} />}
    </Section>
  );
}

const WORDS = {
  unknown: "It is being looked up whether this device rings.",
  impossible: "This device cannot ring.",
  off: "This device does not ring.",
  blocked:
    "This device does not ring: notifications of this site are blocked in the browser. Allow them there, then open this page again.",
  on: "This device rings.",
};

const NO_HTTPS =
  "This page came without HTTPS, so reminders ring in browsers on this machine only. For a phone, put the service behind HTTPS and name its public address in FOLLOW_UPS_ORIGIN.";

const WHY: Record<Impossible, string> = {
  insecure: NO_HTTPS,
  "home screen":
    "On an iPhone or iPad, add this page to the Home Screen first: press Share, then Add to Home Screen. Open it from there, and come back to this page.",
  "no browser support": "This browser has no web push, or keeps nothing in this window. Use another one.",
  "no key":
    "Push services want an address to write to, and this service has none, so it sends no reminders. Set FOLLOW_UPS_PUSH_SUBJECT to mailto: and your address, and start it again.",
};

type OthersProps = {
  devices: readonly PushSubscriptionKept[];
  onRemove: (device: PushSubscriptionKept) => void;
};

function Others({ devices, onRemove }: OthersProps) {
  return (
    <ul class="plain lines" aria-label="Other devices that ring">
      {devices.map(device => (
        <li key={device.id}>
          <span class="main-part">
            <span dir="auto">{device.name ?? "A device"}</span>
            <span class="hint">
              {" "}
              added <When at={device.created_at} />
            </span>
          </span>
          <Button
            look="danger"
            aria-label={`Remove ${device.name ?? "the device"}`}
            onClick={() => onRemove(device)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
