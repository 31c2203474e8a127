import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run dev` finds the API: the server that `make run` starts. */
const SERVER = process.env.FOLLOW_UPS_ORIGIN ?? "http://127.0.0.1:8765";

const WORKER = "sw.js";

/** Tells the service worker, in a file beside it, what this build is made of. */
function files(): Plugin {
  return {
    name: "files",
    apply: "build",
    generateBundle: {
      // Behind Vite's own: it takes chunks away that hold nothing but a style sheet.
      order: "post",
      handler(_, bundle) {
        const made = Object.values(bundle).filter(
          each => each.fileName !== WORKER && !each.fileName.endsWith(".map"),
        );
        const hash = createHash("sha256");
        for (const each of made.sort((one, other) => (one.fileName < other.fileName ? -1 : 1))) {
          hash.update(each.fileName).update(each.type === "chunk" ? each.code : each.source);
        }
        const names = ["/index.html", "/theme.js", "/icon.svg", "/manifest.webmanifest"];
        names.push(
          ...made.filter(each => each.fileName.startsWith("assets/")).map(each => `/${each.fileName}`),
        );
        const version = hash.digest("hex").slice(0, 16);
        const source = `self.VERSION = ${JSON.stringify(version)};\nself.FILES = ${JSON.stringify(names)};\n`;
        this.emitFile({ type: "asset", fileName: "files.js", source });
      },
    },
  };
}

export default defineConfig({
  plugins: [files()],
  build: {
    target: "es2022",
    // A page whose content security policy allows no inline code takes its small assets from files, too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { main: "index.html", sw: "src/service-worker/worker.ts" },
      output: { entryFileNames: chunk => (chunk.name === "sw" ? WORKER : "assets/[name]-[hash].js") },
    },
  },
  server: {
    // The settings of the hosts that agents run in are shown as docs/hosts.md has them.
    fs: { allow: [".."] },
    proxy: {
      "/api": SERVER,
      "/config.json": SERVER,
      "/local": SERVER,
      "/live": { target: SERVER, ws: true },
    },
  },
});
