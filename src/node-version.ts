/**
 * Ends the program with one sentence on an old version of Node. Every program imports it first, because a module is
 * evaluated before the ones imported after it. Node 22.17 and older refuse TypeScript before this runs.
 */

const neededMajor = 26

if (Number.parseInt(process.versions.node, 10) < neededMajor) {
  console.error(
    `This program needs Node ${neededMajor} or newer, and this is Node ${process.versions.node}. ` +
      'Run it with "npm start" or another script of package.json, or with "npm run node -- FILE": they use the Node that "npm ci" installed.',
  )
  process.exit(1)
}
