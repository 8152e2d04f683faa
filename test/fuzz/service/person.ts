import { randomUUID } from 'node:crypto';
import { isoDay } from '#shared/base/dates.ts';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import type { Random } from '#test/chaos/random.ts';
import type { AnsweringService } from './answering-service.ts';
import type { App } from './app.ts';
import type { DayLedger } from './judge.ts';
import { getOperation, type Deed, type Handed } from './ledger.ts';
import { allRows } from './view.ts';

/** Does what a person does in a day: enqueues, looks up, decides. */
export interface Person {
  enqueueInvite(replaces?: Handed): Promise<void>;
  enqueueVerification(replaces?: Handed): Promise<void>;
  lookUpVendors(): Promise<void>;
  addDocuments(): Promise<void>;
  /** Decides about some of what needs a person. */
  decide(): Promise<void>;
  /** Presses one of the buttons that ask for something now. */
  expedite(): Promise<void>;
}

export function createPerson(
  appNow: () => App,
  service: AnsweringService,
  ledger: DayLedger,
  random: Random,
  day: number,
): Person {
  let number = 0;
  const next = () => {
    number += 1;
    return `${day}-${number}`;
  };

  function remember(entryId: string, kind: Handed['kind'], mark: string): void {
    ledger.handed.push({ entryId, kind, mark, askedAgain: 0, deeds: [] });
  }

  async function enqueueInvite(replaces?: Handed): Promise<void> {
    const email = `v${next()}@example.invalid`;
    const invitation = {
      vendor: { email, companyName: `Company ${email}` },
      inviteMessage: 'Willkommen – ä',
    };
    if (replaces !== undefined) note(replaces, 'correct');
    const { entryId } = await appNow().ask('invites.enqueue', {
      invitation,
      replaces: replaces?.entryId ?? null,
    });
    remember(entryId, 'invite', email);
  }

  async function enqueueVerification(replaces?: Handed): Promise<void> {
    const licenseNumber = `LIC-${next()}`;
    const date = {
      year: random.between(2026, 2029),
      month: random.between(1, 12),
      day: random.between(1, 28),
    };
    const expiryDate = isoDay(date);
    const data = { licenseNumber, licenseeName: 'Brightwater LLC', licenseTradeType: 'Roofing', expiryDate };
    if (replaces !== undefined) note(replaces, 'correct');
    const { entryId } = await appNow().ask('verifications.enqueue', {
      type: 'license',
      data,
      vendorId: null,
      replaces: replaces?.entryId ?? null,
    });
    ledger.expiries.set(licenseNumber, expiryDate);
    remember(entryId, 'verification', licenseNumber);
  }

  function note(handed: Handed, what: Deed): void {
    const afterAnswers = service.of(getOperation(handed.kind), handed.mark).length;
    handed.deeds.push({ what, afterAnswers });
  }

  async function decideAbout(row: OutboxRow, handed: Handed): Promise<void> {
    const app = appNow();
    const { entryId } = handed;
    switch (row.state) {
      case 'in_doubt': {
        const what = random.pick(['send_again', 'send_again', 'mark_as_sent', 'cancel'] as const);
        // Before it is done, since what it brings about may happen at once.
        note(handed, what);
        if (what === 'send_again') {
          handed.askedAgain += 1;
          await app.ask('outbox.sendAgain', { entryId });
        } else if (what === 'mark_as_sent') await app.ask('outbox.markAsSent', { entryId });
        else await app.ask('outbox.cancel', { entryId });
        return;
      }
      case 'rejected':
        if (random.chance(0.6)) {
          if (handed.kind === 'invite') await enqueueInvite(handed);
          else await enqueueVerification(handed);
        } else {
          note(handed, 'cancel');
          await app.ask('outbox.cancel', { entryId });
        }
        return;
      case 'dead':
        note(handed, 'retry_now');
        await app.ask('outbox.retryNow', { entryId });
        return;
      case 'queued':
      case 'sending':
      case 'waiting':
      case 'accepted':
      case 'cancelled':
        return;
    }
  }

  return {
    enqueueInvite,
    enqueueVerification,
    async lookUpVendors() {
      const app = appNow();
      const ids = Array.from({ length: random.between(2, 5) }, () => `vendor-${next()}`);
      const latest = await app.ask('lookups.latest', null);
      if (latest === null || latest.endedAt !== null) await app.ask('lookups.begin', { ids });
    },
    async addDocuments() {
      const ids = Array.from({ length: random.between(1, 3) }, () => randomUUID());
      await appNow().ask('documents.add', { ids, vendorId: null });
      ledger.jobs.push(...ids);
    },
    async decide() {
      const app = appNow();
      const page = (after: string | null) =>
        app.ask('outbox.page', { group: 'needs_you', after, limit: 200 });
      const { rows } = await allRows(page);
      for (const row of rows) {
        const handed = ledger.handed.find((one) => one.entryId === row.entryId);
        if (handed !== undefined && random.chance(0.5)) await decideAbout(row, handed);
      }
    },
    async expedite() {
      const app = appNow();
      switch (random.between(1, 5)) {
        case 1:
          await app.ask('outbox.syncNow', null);
          return;
        case 2:
          await app.ask('outbox.retryAllNow', null);
          return;
        case 3: {
          const jobId = ledger.jobs.at(-1);
          if (jobId !== undefined) await app.try('documents.checkNow', { jobId });
          return;
        }
        case 4:
          await app.try('vendors.lookUp', { vendorId: `vendor-${next()}` });
          return;
        default: {
          const what = { what: 'verification_tab', tab: 'being_checked' } as const;
          await app.try('checks.begin', what);
        }
      }
    },
  };
}
