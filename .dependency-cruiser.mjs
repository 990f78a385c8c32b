/** Who may import whom: the map of `docs/ARCHITECTURE.md`, as rules. `test/contract/structure.once.test.ts` has those of packages. */

// Without this parser dependency-cruiser reads no TypeScript and finds nothing wrong; so its absence is an error here.
// TypeScript 7 has no JavaScript interface to parse with.
import '@swc/core'

/** What each part of `src` may import besides itself. */
const mayImport = {
  'node-version': [],
  language: [],
  core: ['language'],
  database: ['core', 'language'],
  adapters: ['core', 'language'],
  config: ['core', 'language'],
  pages: ['core', 'language', 'config', 'context', 'platform', 'http'],
  backup: ['core', 'database', 'adapters', 'config'],
  context: ['core', 'language', 'database', 'adapters', 'config'],
  platform: ['core', 'language', 'database', 'adapters', 'config', 'context'],
  http: ['core', 'language', 'database', 'adapters', 'config', 'context', 'platform'],
  features: ['core', 'language', 'database', 'adapters', 'config', 'context', 'platform', 'http', 'pages'],
  app: ['core', 'language', 'config', 'platform', 'http', 'pages', 'features'],
  service: ['core', 'language', 'database', 'adapters', 'config', 'context', 'platform', 'http', 'features', 'app'],
  import: ['core', 'language', 'database', 'adapters', 'config', 'context', 'platform', 'features'],
  demo: ['core', 'language', 'adapters', 'config', 'service'],
  serve: ['core', 'language', 'config', 'features', 'service'],
  commands: [
    'core',
    'language',
    'database',
    'adapters',
    'backup',
    'config',
    'context',
    'platform',
    'features',
    'import',
    'service',
    'demo',
    'serve',
  ],
}

const test = String.raw`\.test\.ts$`
const pathOf = (part) => `^src/${part}(/|\\.ts$)`

/** Every rule is an error. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const layers = Object.entries(mayImport).map(([part, others]) =>
  forbid(
    `${part}-imports-only-what-is-below`,
    `${part} may import ${others.join(', ') || 'nothing else of ours'}.`,
    { path: pathOf(part), pathNot: test },
    { path: '^src/', pathNot: [part, ...others].map(pathOf) },
  ),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    forbid(
      'context-imports-types',
      'The context names what others make; it makes nothing.',
      { path: pathOf('context') },
      { path: ['database', 'adapters', 'config'].map(pathOf), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'every-file-has-its-part',
      'A file of src belongs to a part named above, is main.ts, or comes before all of them.',
      {},
      { path: '^src/', pathNot: [...['main', ...Object.keys(mayImport)].map(pathOf), '^src/resolve-imports.mjs$'] },
    ),
    forbid('main-is-the-end', 'Nothing imports the command line.', {}, { path: pathOf('main') }),
    forbid(
      'features-meet-through-their-index',
      'What another feature may call is exported from its index.ts. Its rights, records, schemas and conditions of queries are declarations, which a thread reads without the rest.',
      { path: '^src/features/([^/]+)/' },
      {
        path: '^src/features/',
        pathNot: [
          '^src/features/$1/',
          '^src/features/[^/]+/index\\.ts$',
          '^src/features/.+/(rights|record|schemas|condition-queries)\\.ts$',
          '^src/features/feature\\.ts$',
        ],
      },
    ),
    forbid(
      'features-are-entered-through-their-index',
      'What lies outside the features sees only their index.ts.',
      { path: '^src/', pathNot: '^src/(features|import)/' },
      { path: '^src/features/', pathNot: ['^src/features/[^/]+/index\\.ts$', '^src/features/feature\\.ts$'] },
    ),
    forbid(
      'the-import-reads-records',
      'It sees the index.ts of features, and derives from their records what files have.',
      { path: '^src/import/' },
      { path: '^src/features/', pathNot: ['^src/features/[^/]+/index\\.ts$', '^src/features/.+[/-]record\\.ts$'] },
    ),
    forbid(
      'only-queries-know-sql',
      'In a feature, SQL is written in queries.ts and *-queries.ts.',
      {
        path: '^src/',
        pathNot: [test, '^src/(database|platform)/', '^src/(features|import)/.*[/-]queries\\.ts$'],
      },
      { path: '^node_modules/kysely/' },
    ),
    forbid(
      'only-routes-know-http',
      'In a feature, HTTP is known to routes.ts; pages/replies.ts has what several of them share.',
      {
        path: '^src/',
        pathNot: ['^src/(http|pages/hosted)/', '^src/pages/replies\\.ts$', '^src/(features|pages)/.*[/-]?routes\\.ts$'],
      },
      { path: '^node_modules/(fastify|@fastify)/' },
    ),
    forbid('no-circles', 'Not for types either.', {}, { circular: true }),
    forbid(
      'no-orphans',
      'Imports nothing and is imported by nothing.',
      {
        orphan: true,
        pathNot: [
          test,
          '^(scripts|bench)/',
          '[/-]worker\\.ts$',
          '\\.cjs$',
          '\\.d\\.ts$',
          '/script\\.js$',
          '^src/pages/modules/',
        ],
      },
      {},
    ),
    // The tool does not know this module of Node yet.
    forbid('resolves', 'The file or package is not there.', {}, { couldNotResolve: true, pathNot: '^ffi$' }),
    forbid('tests-are-not-imported', 'What tests share is in test/support.', {}, { path: test }),
    forbid(
      'the-service-stands-alone',
      'What serves imports neither tests nor tools. The pages are a client of the API, and read the types of one.',
      { path: '^src/', pathNot: [test, '^src/pages/contract\\.ts$'] },
      { path: '^(test|scripts|bench|clients)/' },
    ),
    forbid(
      'pages-read-types-of-the-client',
      'Its types are generated from the API description.',
      { path: '^src/pages/contract\\.ts$' },
      { pathNot: '^clients/typescript/src/contract\\.ts$' },
    ),
    forbid(
      'pages-read-types-alone',
      'What runs is not generated.',
      { path: '^src/pages/contract\\.ts$' },
      { dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'a-client-is-a-package-of-its-own',
      'It is published without the service, and depends on nothing.',
      { path: '^clients/[^/]+/src/' },
      { pathNot: '^clients/[^/]+/src/', dependencyTypesNot: ['core'] },
    ),
    forbid(
      'the-service-needs-no-development-package',
      'It is started without them.',
      { path: '^(src|packages)/', pathNot: test },
      { dependencyTypes: ['npm-dev'] },
    ),
    forbid(
      'packages-are-declared',
      'A package that is there by luck may be gone tomorrow. Those of telemetry are declared in its workspace.',
      { pathNot: '^src/adapters/telemetry/open(\\.once\\.test)?\\.ts$' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^clients/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default', 'types'],
      extensions: ['.ts', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
}
