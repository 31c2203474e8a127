import { timeZone } from "../state/account.ts";

type WhenProps = { at: string; style?: "date" | "hour" };

/** A point in time as the owner's calendar shows it; the whole of it on pointing at it. */
export function When({ at, style = "date" }: WhenProps) {
  const time = new Date(at);
  const zone = timeZone.value;
  const short = new Intl.DateTimeFormat(undefined, {
    dateStyle: "medium",
    ...(style === "hour" && { timeStyle: "short" }),
    timeZone: zone,
  });
  const long = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long", timeZone: zone });
  return (
    <time dateTime={at} title={long.format(time)}>
      {short.format(time)}
    </time>
  );
}
