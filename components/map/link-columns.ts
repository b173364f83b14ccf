/** A link's name, then source, last change and depth, as space allows. */
export const linkColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] @max-[18rem]:grid-cols-[minmax(0,1fr)] @min-[30rem]:grid-cols-[minmax(0,1fr)_5rem_6rem_2.75rem] items-center gap-x-2 pr-3'

/** The same with a checkbox. */
export const listColumns =
  'grid grid-cols-[24px_minmax(0,1fr)_auto] @max-[18rem]:grid-cols-[24px_minmax(0,1fr)] @min-[30rem]:grid-cols-[24px_minmax(0,1fr)_5rem_6rem_2.75rem] items-center gap-x-2 pr-3 pl-1.5'

export const rowStyle =
  'absolute inset-x-0 h-7 cursor-default border-b border-line text-sm -outline-offset-2 hover:bg-sunken coarse:h-10'

/** The change of a link, and its URL. */
export const diffColumns = 'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-2 px-3'
