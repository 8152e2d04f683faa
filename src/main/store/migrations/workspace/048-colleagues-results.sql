-- What a colleague added is checked rarely: the colleague's computer tells of news.
ALTER TABLE watch ADD COLUMN is_colleagues INTEGER NOT NULL DEFAULT 0 CHECK (is_colleagues IN (0, 1));
UPDATE watch SET is_colleagues = 1
  WHERE kind = 'verification' AND subject IN (SELECT id FROM entry WHERE colleague IS NOT NULL);
