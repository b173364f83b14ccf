/** A tab of a page: a label with a line below the selected one. */
export const tabStyle =
  'shrink-0 px-2.5 font-medium text-soft -outline-offset-2 hover:text-text data-active:text-text data-active:shadow-[inset_0_-2px_var(--accent-text)]'
