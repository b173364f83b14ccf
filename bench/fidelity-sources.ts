/** Where the files of `bench fidelity` come from. They stay outside the repository, under their own licenses. */

export type Origin =
  /** The archive of a Python package's sources. */
  | { readonly from: 'pypi'; readonly name: string; readonly version: string; readonly sha256: string }
  /** `group:artifact:version:jar:classifier`. */
  | { readonly from: 'maven'; readonly artifact: string; readonly sha256: string }
  /** The commit is the checksum. */
  | {
      readonly from: 'git'
      readonly url: string
      readonly commit: string
      readonly folders: readonly string[]
    }

export interface Source {
  readonly id: string
  readonly license: string
  readonly origin: Origin
}

export const sources: readonly Source[] = [
  {
    id: 'tika',
    license: 'Apache-2.0',
    origin: {
      from: 'maven',
      artifact: 'org.apache.tika:tika-parsers:1.28.5:jar:tests',
      sha256: 'f1325fe3c81409252c97aee590600603d7460928d2717299f4b69284daf0fcf2',
    },
  },
  {
    id: 'python-docx',
    license: 'MIT',
    origin: {
      from: 'pypi',
      name: 'python-docx',
      version: '1.2.0',
      sha256: '7bc9d7b7d8a69c9c02ca09216118c86552704edc23bac179283f2e38f86220ce',
    },
  },
  {
    id: 'python-pptx',
    license: 'MIT',
    origin: {
      from: 'pypi',
      name: 'python-pptx',
      version: '1.0.2',
      sha256: '479a8af0eaf0f0d76b6f00b0887732874ad2e3188230315290cd1f9dd9cc7095',
    },
  },
  {
    id: 'newspaper4k',
    license: 'MIT and Apache-2.0',
    origin: {
      from: 'pypi',
      name: 'newspaper4k',
      version: '0.9.6',
      sha256: 'a3f2f0e017dddb6f1019ee77aaa8980e13e6ecea0b949abc7167aae4770d2d0e',
    },
  },
  {
    id: 'pandoc',
    license: 'GPL-2.0-or-later',
    origin: {
      from: 'git',
      url: 'https://github.com/jgm/pandoc',
      commit: '0a9a2f261510322ee5a33a2a7facce54b8a718ec',
      folders: ['test'],
    },
  },
  {
    id: 'readability',
    license: 'Apache-2.0',
    origin: {
      from: 'git',
      url: 'https://github.com/mozilla/readability',
      commit: 'ab4027a8b37669745016869a37a504727992b2ba',
      folders: ['test/test-pages'],
    },
  },
  {
    id: 'poi',
    license: 'Apache-2.0',
    origin: {
      from: 'git',
      url: 'https://github.com/apache/poi',
      commit: 'a528d43590b3f71aa94310de881a35af887fdd0f',
      folders: ['test-data'],
    },
  },
  {
    id: 'odftoolkit',
    license: 'Apache-2.0',
    origin: {
      from: 'git',
      url: 'https://github.com/tdf/odftoolkit',
      commit: 'bfdef6ea3dc841d54b3a277e372ab59e51a824ac',
      folders: ['odfdom/src/test/resources/test-input', 'validator/src/test/resources'],
    },
  },
  {
    id: 'striprtf',
    license: 'BSD-3-Clause',
    origin: {
      from: 'git',
      url: 'https://github.com/joshy/striprtf',
      commit: 'f95578faf624b935f67078fe137a1f32ee79aea4',
      folders: ['tests'],
    },
  },
  {
    id: 'article-extraction-benchmark',
    license: 'MIT',
    origin: {
      from: 'git',
      url: 'https://github.com/scrapinghub/article-extraction-benchmark',
      commit: '4a3bc979f76c0df73cb95fe272e2fc1b96f9f010',
      folders: ['html', 'ground-truth.json'],
    },
  },
  {
    id: 'msg-extractor',
    license: 'GPL-3.0',
    origin: {
      from: 'git',
      url: 'https://github.com/TeamMsgExtractor/msg-extractor',
      commit: '68858f016d010ebf591cbcd7ad5fe7c09b40ea7b',
      folders: ['example-msg-files'],
    },
  },
]

/** The judged set of `bench ranking`. It is public and states no license. */
export const cranfield: Source = {
  id: 'cranfield',
  license: 'not stated',
  origin: {
    from: 'git',
    url: 'https://github.com/hamza-mughees/Apache-Lucene-Cranfield',
    commit: 'ae76b34ad368d08ca3ee459ca3975868c00b9af3',
    folders: ['cran'],
  },
}
