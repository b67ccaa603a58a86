// Bundles the page: node build.mjs OUTPUT_FOLDER. Run by the build; nothing is fetched.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) {
  console.error("usage: node build.mjs OUTPUT_FOLDER");
  process.exit(2);
}
mkdirSync(output, { recursive: true });
await build({
  entryPoints: [join(here, "src/main.ts"), join(here, "src/page.css")],
  outdir: output,
  bundle: true,
  minify: true,
  legalComments: "inline",
  target: "es2022",
  logLevel: "warning",
});
copyFileSync(join(here, "src/index.html"), join(output, "index.html"));
