const model = 'sextant-ai-search' as const

/** A question to the web, one to research papers, and a calculation. */
export const searchExamples = [
  {
    title: 'Search the web',
    description: 'A cited answer, streamed, with its steps and sources.',
    input: {
      model,
      params: { query: 'How does a marine sextant measure latitude?' },
      stream: true,
      details: true,
    },
  },
  {
    title: 'Search research papers',
    description: 'Sources from arXiv and PubMed, without ranking or page reads.',
    input: {
      model,
      params: {
        query: 'What is known about the accuracy of celestial navigation?',
        focusMode: 'academicSearch' as const,
        optimizationMode: 'speed' as const,
      },
      stream: true,
      details: true,
    },
  },
  {
    title: 'Calculate without a language model',
    description: 'Quotes sentences of the sources that answer the question.',
    input: {
      model,
      params: {
        query: 'sqrt(2) * 1852',
        focusMode: 'wolframAlphaSearch' as const,
        chatModel: { provider: 'local', model: 'extractive' },
      },
      stream: true,
      details: true,
    },
  },
]

export const rawSearchExamples = [
  {
    title: 'Results only',
    description: 'Results of the search backends and the library, without a model.',
    input: { model: 'search' as const, params: { query: 'marine sextant', limit: 5 } },
  },
]
