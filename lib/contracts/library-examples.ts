/** What can be asked of a library. */
export const listExamples = [
  {
    title: 'The newest items',
    description: 'Fifty at a time; `next_cursor` leads on.',
    input: { limit: 50 },
  },
]

export const addExamples = [
  {
    title: 'A note of your own',
    description: 'Its words are found at once, its meaning as soon as it is indexed.',
    input: {
      title: 'Office keys',
      text: 'The spare key of the office hangs in the kitchen cupboard. Ask Mara for the code of the alarm.',
      collection: 'handbook',
    },
  },
  {
    title: 'A document page by page',
    description: 'Passages that are found later name their page.',
    input: {
      title: 'Generator manual',
      pages: [
        { page: 1, content: 'The unit supplies 2.2 kW at 230 V and starts with a pull cord.' },
        { page: 2, content: 'The generator must not be used above 2,000 metres.' },
      ],
    },
  },
]

export const itemExamples = [
  { title: 'One item', description: 'By its id.', input: { id: 'lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D' } },
]

export const searchExamples = [
  {
    title: 'Ask your own documents',
    description: 'The passages that fit best, by words and by meaning, each with its page.',
    input: { query: 'Where is the spare key?', top_k: 5 },
  },
]
