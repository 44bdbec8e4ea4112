/* Says what the scripts of a page of `lcm report` compute, without a browser: at
 * each point of standard input, [{"p": 4}, ...], the time, the speedup and what
 * each category takes.
 *
 * usage: node numbers.js PAGE FOLDER   (the scripts' own) */
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");

const [page, folder] = process.argv.slice(2);
const [core, values] = ["core.js", "values.js"].map(
  name => fs.readFileSync(path.join(folder, name), "utf8"));
const script = fs.readFileSync(page, "utf8").match(/<script>([^]*?)<\/script>/)[1];
const data = script.slice(0, script.indexOf("const lcm = "));
const nothing = () => ({ addEventListener() {} });
const place = vm.createContext({
  document: { getElementById: () => null },
  window: { matchMedia: nothing, addEventListener() {} },
});
vm.runInContext(data + core + values, place);
const points = JSON.parse(fs.readFileSync(0, "utf8"));
vm.runInContext("var points = " + JSON.stringify(points), place);
console.log(vm.runInContext(
  "JSON.stringify(points.map(point => { const at = lcm.go(point);" +
  " return [at.time, at.speedup, ...at.cats]; }))", place));
