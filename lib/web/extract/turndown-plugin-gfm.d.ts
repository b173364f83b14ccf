declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  /** Tables, struck text, task lists and highlighted code. */
  export const gfm: TurndownService.Plugin
}
