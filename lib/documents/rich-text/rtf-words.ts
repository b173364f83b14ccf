/** Destinations whose content is not displayed, or a second time. */
export const skippedDestinations: ReadonlySet<string> = new Set(
  `aftnsep aftnsepc aftncn annotation atnauthor atndate atnicn atnid atnref atntime bkmkend bkmkstart colortbl
  comment datafield datastore do docvar ffname ffdeftext ffhelptext ffstattext filetbl fontemb fonttbl formfield
  ftnsep ftnsepc ftncn generator info keycode latentstyles listoverridetable listpicture listtable mmathPict
  nonesttables nonshppict objclass objdata objname operator passwordhash pgdsctbl pgptbl pn pnseclvl private
  protusertbl revtbl rsidtbl rxe shprslt stylesheet tc tcn template themedata txe upr userprops wgrffmtfilter
  writereservhash xe xmlnstbl`.split(/\s+/),
)

/** Destinations that older readers shall skip, whose content is displayed. */
export const shownDestinations: ReadonlySet<string> = new Set([
  'moMath',
  'moMathPara',
  'picprop',
  'shpinst',
  'shppict',
  'ud',
])

export const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: '\t',
    line: '\n',
    lbr: '\n',
    emdash: '\u2014',
    endash: '\u2013',
    lquote: '\u2018',
    rquote: '\u2019',
    ldblquote: '\u201C',
    rdblquote: '\u201D',
    bullet: '\u2022',
    emspace: '\u2003',
    enspace: '\u2002',
    qmspace: '\u2005',
    zwj: '\u200D',
    zwnj: '\u200C',
  }),
)

export const symbols: Readonly<Record<string, string>> = {
  '~': '\u00A0',
  _: '-',
  '\t': '\t',
}
