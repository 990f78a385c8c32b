import { Type } from 'typebox'

const ConfigKey = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  sentence: 'A config key has 64 hexadecimal digits, in lower case.',
  examples: ['0'.repeat(64)],
})

export const SafeExamBrowser = Type.Object(
  {
    config_keys: Type.Array(ConfigKey, {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description:
        'The keys of configurations that are allowed, such as an old and a new one: 64 hexadecimal digits each.',
    }),
  },
  {
    description:
      'Lets the exam be taken in Safe Exam Browser alone: start, read, save and submit need the header ' +
      '`X-SafeExamBrowser-ConfigKeyHash`, the SHA-256 of the URL of the request followed by a key. Null for any program.',
  },
)

/** The same as it is shown: only those who manage the exam see the keys. */
export const ShownExamBrowser = Type.Object(
  { config_keys: Type.Array(Type.String(), { description: 'For those who manage the exam; empty for all others.' }) },
  { description: 'Not null where the exam is taken in Safe Exam Browser.' },
)
