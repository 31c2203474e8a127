/** What a push shows, and where a press on it leads. Plain rules: the worker does what they say. */

/** What a push holds, as the service writes it. */
type Reminder = {
  title?: unknown;
  list?: unknown;
  url?: unknown;
  /** Good once, for one of the two actions; a summary has none. */
  token?: unknown;
  tag?: unknown;
};

/** What a notification remembers. */
export type Remembered = { path: string; token?: string; title: string };

export type Shown = { title: string; options: NotificationOptions & { data: Remembered } };

/** Browsers know actions and their names; the type library leaves them out. */
type WithActions = NotificationOptions & { actions?: { action: string; title: string }[] };

const ACTIONS = [
  { action: "done", title: "Done" },
  { action: "later", title: "In an hour" },
];

/** The one notification of a push. A push that cannot be read shows one too: a browser wants one for each. */
export function shown(text: string, origin: string): Shown {
  const said = parsed(text);
  const title = typeof said.title === "string" && said.title !== "" ? said.title : "Something is due";
  const token = typeof said.token === "string" ? said.token : undefined;
  const data: Remembered = { path: pathIn(said.url, origin), title, ...(token !== undefined && { token }) };
  const options: WithActions & { data: Remembered } = {
    tag: typeof said.tag === "string" ? said.tag : "reminder",
    icon: "/icon-192.png",
    data,
  };
  if (typeof said.list === "string") options.body = said.list;
  if (token !== undefined) options.actions = ACTIONS;
  return { title, options };
}

/** Said where an action could not be done. Its press opens the todo. */
export function failed(remembered: Remembered, wasReached: boolean): Shown {
  const why = wasReached
    ? "This button works no more: it was used, or the todo changed. Press here to look at it."
    : "The service could not be reached. Press here to do it on the page.";
  const { token: _, ...data } = remembered;
  return {
    title: remembered.title,
    options: { tag: `failed ${remembered.path}`, icon: "/icon-192.png", body: why, data },
  };
}

function parsed(text: string): Reminder {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Only ever an address here: the service may be known by another name than this browser knows it by. */
function pathIn(url: unknown, origin: string): string {
  if (typeof url !== "string") return "/";
  try {
    const at = new URL(url, origin);
    return at.protocol === "https:" || at.protocol === "http:" ? at.pathname : "/";
  } catch {
    return "/";
  }
}
