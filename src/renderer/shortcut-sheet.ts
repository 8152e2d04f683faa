import { filedKindKey, shortcutKeys } from './shortcuts.ts';

const k = shortcutKeys;

/** The sheet of all shortcuts, by where they work; `withMenus` where the page offers the app's menus alone. */
export const shortcutSheet: readonly {
  where: string;
  items: readonly { keys: readonly string[]; what: string; withMenus?: true }[];
}[] = [
  {
    where: 'Anywhere',
    items: [
      { keys: [k.search], what: 'Search' },
      { keys: [k.today], what: 'Today' },
      { keys: [k.vendors], what: 'Vendors' },
      { keys: [k.invites], what: 'Invites' },
      { keys: [k.verifications], what: 'Verifications' },
      { keys: [k.documents], what: 'Documents' },
      { keys: [k.outbox], what: 'Outbox' },
      { keys: [k.settings], what: 'Settings' },
      { keys: [k.undo], what: 'Undo what you did last' },
      { keys: [k.workOffline], what: 'Work offline' },
      { keys: [k.help], what: 'Help; press again for all shortcuts' },
      { keys: [k.menu, 'alt'], what: 'Menu', withMenus: true },
      { keys: [k.close], what: 'Close' },
    ],
  },
  {
    where: 'Lists',
    items: [
      { keys: [k.next, k.previous], what: 'Next, previous' },
      { keys: [k.open], what: 'Open' },
      { keys: [k.tick], what: 'Select' },
      { keys: ['shift+arrowdown'], what: 'Select a range' },
      { keys: [k.filter], what: 'Filter' },
      { keys: [k.invite], what: 'Invite vendor' },
    ],
  },
  {
    where: 'Unclear invite',
    items: [
      { keys: [k.sendAgain], what: 'Send again (asks once more)' },
      { keys: [k.markAsSent], what: 'Mark as sent' },
      { keys: [k.cancel], what: 'Cancel' },
    ],
  },
  {
    where: 'Today',
    items: [
      { keys: [k.next, k.previous], what: 'Next, previous row' },
      { keys: [k.open], what: 'Open, compare or review' },
      { keys: [k.sendAgain], what: 'Send again, try again' },
      { keys: [k.markAsSent], what: 'Mark as sent' },
      { keys: [k.cancel], what: 'Cancel' },
      { keys: [k.correct], what: 'Correct and resend' },
      { keys: [k.seen], what: 'Mark as seen' },
    ],
  },
  {
    where: 'Document review',
    items: [
      { keys: [k.accept], what: 'Accept' },
      { keys: [k.askNewCopy], what: 'Ask for a new copy' },
      { keys: [k.skip], what: 'Skip' },
      { keys: [k.note], what: 'Note' },
      { keys: [k.reveal], what: 'Reveal the employer ID' },
      { keys: [k.zoomIn, k.zoomOut], what: 'Zoom in, out' },
      { keys: [k.zoomFit, k.fitWidth], what: 'Fit page, fit width' },
      { keys: [k.panUp, k.panDown, k.panLeft, k.panRight], what: 'Move the page' },
      { keys: [k.turnLeft, k.turnRight], what: 'Turn the page' },
      { keys: [k.previousPage, k.nextPage], what: 'Previous, next page' },
      { keys: [k.localCopy], what: 'Open a local copy' },
      { keys: [k.checkNow], what: 'Check now' },
    ],
  },
  {
    where: 'File documents',
    items: [
      { keys: [k.open], what: 'File' },
      { keys: [k.skip], what: 'Skip' },
      { keys: [k.firstVendor, k.secondVendor], what: 'First, second vendor' },
      { keys: [k.filedVendor], what: 'Find a vendor' },
      { keys: [filedKindKey], what: 'Change the type' },
      { keys: [k.filedDate], what: 'Change the date' },
      { keys: [k.splitPages, k.joinPages], what: 'Split the pages here, join the next' },
      { keys: [k.previousPage, k.nextPage], what: 'Previous, next page' },
      { keys: [k.queue], what: 'File all recognized' },
    ],
  },
  {
    where: 'Verification',
    items: [
      { keys: [k.correct], what: 'Correct and submit again' },
      { keys: [k.acceptDifferences], what: 'Accept the differences' },
      { keys: [k.askVendor], what: 'Ask the vendor' },
      { keys: [k.checkNow], what: 'Check now' },
      { keys: [k.note], what: 'Note' },
    ],
  },
  {
    where: 'Outbox',
    items: [
      { keys: [k.pause], what: 'Pause or resume' },
      { keys: [k.syncNow], what: 'Sync now' },
      { keys: [k.open], what: 'Decide' },
    ],
  },
  {
    where: 'Import',
    items: [
      { keys: [k.next, k.previous], what: 'Next, previous problem' },
      { keys: [k.open], what: 'Correct the cell; save it, next problem' },
      { keys: ['tab'], what: 'Save the cell, correct the next' },
      { keys: [k.skip], what: 'Skip row' },
      { keys: [k.fix], what: 'Fix all cells automatically' },
      { keys: [k.queue], what: 'Send or queue the ready rows' },
    ],
  },
  {
    where: 'Figures',
    items: [{ keys: [k.figureTables], what: 'Switch between charts and tables' }],
  },
  {
    where: 'Forms',
    items: [
      { keys: [k.queue], what: 'Queue the invite or verification' },
      { keys: [k.save], what: 'Save the template' },
    ],
  },
];
