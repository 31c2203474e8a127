import { useSignal } from "@preact/signals";
import { Menu as MenuIcon } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { GlyphButton } from "../parts/Button.tsx";
import { NoticeBar } from "../parts/NoticeBar.tsx";
import { Sheet, top } from "../parts/Sheet.tsx";
import { route } from "../state/route.ts";
import { Navigation } from "./Navigation.tsx";
import { Connection, Newer } from "./Notices.tsx";

/** What stands around every page. */
export function Shell({ name, children }: { name: string; children: ComponentChildren }) {
  const open = useSignal(false);
  const page = route.value.page;
  useEffect(() => {
    open.value = false;
  }, [route.value]);
  return (
    <div class={`shell ${page === "print" ? "printing" : ""}`}>
      <a class="skip button main" href="#main">
        Skip to the page
      </a>
      <header class="bar">
        <GlyphButton
          icon={MenuIcon}
          label="Menu"
          aria-expanded={open.value}
          onClick={() => (open.value = true)}
        />
        <span class="bar-title" dir="auto">
          {name}
        </span>
      </header>
      <aside class="side">
        <Navigation />
      </aside>
      {open.value && (
        <Sheet labelledBy="drawer-title" class="drawer" onClose={() => (open.value = false)}>
          <h2 id="drawer-title" class="unseen">
            Menu
          </h2>
          <Navigation onGo={() => (open.value = false)} />
        </Sheet>
      )}
      <main id="main" tabIndex={-1}>
        <Connection />
        <Newer />
        {children}
      </main>
      {top.value === undefined && <NoticeBar />}
    </div>
  );
}
