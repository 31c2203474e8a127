import { useSignal } from "@preact/signals";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Field, SelectField } from "../../parts/Field.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { changeSettings, settings } from "../../state/account.ts";
import { announce } from "../../state/notices.ts";
import { Section } from "./Section.tsx";

/** Where the owner is, and when a day begins there. */
export function Time() {
  const held = settings.value;
  const zone = useSignal<string | undefined>(undefined);
  const start = useSignal<string | undefined>(undefined);
  const work = useWork();
  if (held === undefined) return null;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const chosenZone = zone.value ?? held.time_zone;
  const chosenStart = start.value ?? held.day_start;
  const isChanged = chosenZone !== held.time_zone || chosenStart !== held.day_start;
  const save = (event: Event) => {
    event.preventDefault();
    void work.once(async () => {
      await changeSettings({ time_zone: chosenZone, day_start: chosenStart });
      zone.value = undefined;
      start.value = undefined;
      announce("Saved: time zone and start of the day");
    });
  };
  return (
    <Section title="Time">
      <form class="form" onSubmit={save}>
        <SelectField
          label="Time zone"
          hint="Decides which day it is for you, and with it what is due."
          value={chosenZone}
          options={zones(held.time_zone, here).map(each => ({
            value: each,
            text: each.replaceAll("_", " "),
          }))}
          onChoose={value => (zone.value = value)}
        />
        {chosenZone !== here && (
          <p class="offer">
            This device is in {here.replaceAll("_", " ")}.{" "}
            <Button onClick={() => (zone.value = here)}>Use it</Button>
          </p>
        )}
        <Field label="Start of the day" hint="When you are reminded of what is due on a day without a time.">
          {said => (
            <input
              type="time"
              class="input short"
              required
              value={chosenStart}
              onInput={event => (start.value = event.currentTarget.value)}
              {...said}
            />
          )}
        </Field>
        <Trouble of={work} />
        <div class="row-of">
          <Button look="main" type="submit" aria-disabled={!isChanged || work.busy.value}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Browsers list some zones by names that the tz database gave up. */
const NAMES_OF_TODAY: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Every zone that the browser knows, with those that it may leave out: UTC, an old name. */
function zones(...others: string[]): string[] {
  const known = Intl.supportedValuesOf("timeZone").map(name => NAMES_OF_TODAY[name] ?? name);
  return [...new Set([...known, "UTC", ...others])].sort();
}
