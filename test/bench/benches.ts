/** A bench: what it measures, against what, and what keeps the figure from being better. */
export interface Bench {
  title: string;
  about: string;
  /** Loaded only where it runs: what another one needs, such as a browser's driver, would weigh on its figures. */
  load: () => Promise<() => void | Promise<void>>;
}

/** All benches by name, in the order in which they run. */
export const benches: ReadonlyMap<string, Bench> = new Map<string, Bench>([
  [
    'cold-start',
    {
      title: 'Starting',
      about:
        'From starting the process of the browser host until Today is painted with what it holds, in a browser that runs already and has nothing of the app in its cache. By profile, half of the host’s time is linking its modules and half making schemas and opening databases; the page’s script is run in 80 ms, its first screens are drawn in 100 and laid out in 50, and while it starts the browser, the page and the host share the processor’s cores.',
      load: async () => (await import('./cold-start.ts')).coldStart,
    },
  ],
  [
    'noticing',
    {
      title: 'Noticing the network',
      about:
        'A connection that is refused, that swallows everything, a sign-in page, 401, 429 and 503, each at six moments of the interval between two questions, until the sync block no longer says “Online” of this moment, and until it says what it is; and an invite that is sent into a connection that swallows it, until it says that no answer comes. The interval of the questions is the limit.',
      load: async () => (await import('./noticing.ts')).noticing,
    },
  ],
  [
    'idle',
    {
      title: 'Doing nothing',
      about:
        'What the main process takes of the processor in a minute with nothing to send: while somebody uses the window, which has the service asked every 4 seconds, and while nobody does.',
      load: async () => (await import('./idle.ts')).idle,
    },
  ],
  [
    'enqueue',
    {
      title: 'Enqueueing one item',
      about:
        'The call that a form makes, until it is safe on the disk, against inserting one row and against inserting by hand the rows that have to be there. The commit is most of it.',
      load: async () => (await import('./enqueue.ts')).enqueue,
    },
  ],
  [
    'import',
    {
      title: 'Importing 100,000 rows',
      about:
        'From the first byte of a CSV file until all are queued, and on until the last is in the outbox, against splitting the same lines by hand and inserting the same rows, a thousand in a commit. The longest block is the longest time for which the main process does nothing else: slices are cut to 8 ms, and what is longer is a commit that brings in the log or a collection of garbage. Each row is written twice, since a list is queued as a whole before it is taken into the outbox.',
      load: async () => (await import('./import.ts')).importMany,
    },
  ],
  [
    'import-xlsx',
    {
      title: 'Reading a workbook of 100,000 rows',
      about:
        'From the bytes of an XLSX file until the last row has come out of the limited thread, against the spreadsheet library alone in this one. Ours also repacks the file by its relationships, cleans every cell and hands the rows over in pieces.',
      load: async () => (await import('./import.ts')).readWorkbook,
    },
  ],
  [
    'dispatch-instant',
    {
      title: 'Sending, with a transport that answers at once',
      about:
        'Entries a second, 16 at once, all with an fsync at each commit: against a queue written by hand for this alone, and against two job queues that somebody might take instead. What the app does besides is judging, checksums, lists, counts and the history that screens show. By profile two thirds of its time is the commit, which writes their pages as well.',
      load: async () => (await import('./dispatch-instant.ts')).dispatchInstant,
    },
  ],
  [
    'dispatch-http',
    {
      title: 'Sending over HTTP',
      about:
        'Invites a second over loopback, 16 at once, against a bare undici loop to the same server: the practice service, and one that only answers.',
      load: async () => (await import('./dispatch-http.ts')).dispatchHttp,
    },
  ],
  [
    'large',
    {
      title: 'With 100,000 vendors and 100,000 invites',
      about:
        'Opening, also after a crash, pages, searches and enqueueing, against plain queries of better-sqlite3 to the same file; searches also against the least that any can do, the first rows in the order of the index. Then the whole queue is sent.',
      load: async () => (await import('./large-workspace.ts')).largeWorkspace,
    },
  ],
  [
    'onboarding',
    {
      title: 'How vendors stand by ten requirements',
      about:
        'All are judged anew after the requirements change, in slices between which others have their turn, against only reading and parsing the same profiles. The first page of the list with its counts, and the same after each of six changes of the filter, are asked for after a write each, so that nothing kept counts, against the plain query of a page. From a commit to its cell in the list; the wait until commits that come together are looked at is part of it.',
      load: async () => (await import('./onboarding.ts')).onboarding,
    },
  ],
  [
    'search-paint',
    {
      title: 'Searching, from key to paint',
      about:
        'From a key in the search field over 100,000 vendors until its result is painted, against a field that shows again what is typed. By profile a key takes 10 ms of the page’s script, 2 to 6 of the main process, and twice a frame’s style, layout and painting (of what is typed, and of what is found), which the browser here does without a graphics processor.',
      load: async () => (await import('./search-paint.ts')).searchPaint,
    },
  ],
  [
    'next-document',
    {
      title: 'The next document',
      about:
        'From a key until the next document is painted with its data, against a page with nothing else that draws the same files, then or ahead. The page draws the document’s data, its comparison and the list beside it as well.',
      load: async () => (await import('./next-document.ts')).nextDocument,
    },
  ],
  [
    'scroll-memory',
    {
      title: 'Memory while scrolling',
      about:
        'The heap and the nodes of the page while 100,000 vendors are scrolled through, without requirements and with ten; with ten, against the same page with 1,000 vendors.',
      load: async () => (await import('./scroll-memory.ts')).scrollMemory,
    },
  ],
  [
    'paper',
    {
      title: 'Reading pages',
      about:
        '672 pictures of made-up licenses, W-9s and certificates of insurance, half through a JPEG and half through a TIFF in black and white, undamaged and in five steps of eleven damages each, read and judged as the app does it. What is right is told by what was printed: a page is bad where under nine of ten words are right or a key field is not. A page that is bad by its key field alone is also named rightly where that is told. A page takes as long as from its picture to its judgment, the beginning of the recognizer included.',
      load: async () => (await import('./paper/paper.ts')).paper,
    },
  ],
  [
    'foreign-pages',
    {
      title: 'Reading foreign pages',
      about:
        'Licenses of eleven boards in ten layouts, W-9s of seven revisions (three of them the tax office’s own forms), and certificates of insurance, made by five programs and handled in sixteen ways, and pages on which nobody can read a key field. All fields of a page are known, so that a value that is not on it counts as wrong.',
      load: async () => (await import('./paper/foreign/foreign-pages.ts')).foreignPages,
    },
  ],
  [
    'filing',
    {
      title: 'Filing documents',
      about:
        'The same pages as they are dropped to be filed, among the vendors that they name and as many with names alike: whether the right vendor and type are proposed, and whether a wrong one is ever called sure. Pages that nobody can read count only for the second. Five at a time are put together to one file and split again.',
      load: async () => (await import('./filing.ts')).filing,
    },
  ],
  [
    'chasing',
    {
      title: 'From papers to the gate',
      about:
        'With 10,000 vendors, 50,000 documents on file and 100,000 notes, letters and waivers: the first page of each screen that a coordinator goes through, as the window calls for it, after a write each, so that nothing kept counts; against plain queries of better-sqlite3 for the same rows. Then 40 files are dropped in the browser and read: the longest task of the window, by the clock and by what its thread was busy, against filling an empty page of the same size, which every page that is drawn begins with.',
      load: async () => (await import('./chasing.ts')).chasing,
    },
  ],
  [
    'team',
    {
      title: 'Sharing with a team',
      about:
        'Measured with PostgreSQL on the same computer, without fsync there. The first figures time a decision until a colleague’s workspace shows it; their baseline is one row, a notice and the query for that row. Then 50 connections push 10 records a second each, and one workspace pulls them; 50 whole workspaces would be too many for one computer. Then a workspace joins a team with a million records of a year, and Gangway reads the first page of its list of vendors every half second; against pg alone reading the same pages and better-sqlite3 alone inserting the rows. The app also checks every record twice and applies it to the tables, indexes and searches of its screens, in turns of 12 ms: half of its time is SQLite writing the pages of those.',
      load: async () => (await import('./team.ts')).team,
    },
  ],
  [
    'first-load',
    {
      title: 'First load',
      about:
        'The script that the page runs before it shows Today, compressed. React DOM and React Aria are half of it.',
      load: async () => (await import('./first-load.ts')).firstLoad,
    },
  ],
  [
    'hostile-answers',
    {
      title: 'The worst answers',
      about:
        'The longest time for which the main process does nothing else while it takes in or shows an answer made to be slow. Large ones are read in a thread; what remains is SQLite taking them in.',
      load: async () => (await import('./hostile-answers.ts')).hostileAnswers,
    },
  ],
  [
    'hostile-lists',
    {
      title: 'The worst lists, results and rules',
      about:
        'The longest time for which the main process does nothing else while it reads a list, compares and lists results, or reads a file of requirement sets that was made to be slow. Texts are bounded before they are worked on.',
      load: async () => (await import('./hostile-lists.ts')).hostileLists,
    },
  ],
]);
