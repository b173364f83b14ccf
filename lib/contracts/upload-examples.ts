const text = '# Opening hours\n\nThe museum is open from ten to six. On Mondays it is closed.\n'

/** Small enough to be read at once by anybody who tries them. */
export const uploadExamples = [
  {
    title: 'Text of a document',
    description: 'What it says, in reading order',
    input: { file: new File([text], 'museum.md', { type: 'text/markdown' }) },
  },
  {
    title: 'Chunks for embeddings',
    description: 'Pieces of at most 512 tokens, each with its pages and headings',
    input: {
      file: new File([text], 'museum.md', { type: 'text/markdown' }),
      extract_mode: 'embeddings' as const,
      chunk_size: '512',
    },
  },
]
