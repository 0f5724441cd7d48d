#include "frontends/clang/worker/collect.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "frontends/clang/worker/own_headers.h"
#include "frontends/clang/worker/type_of.h"

namespace syncfree::clang_frontend {

namespace {

using cxx::Type;

struct FileOffset {
  cxx::FileFacts* facts = nullptr;
  std::uint32_t offset = 0;
  const std::string* path = nullptr;
  explicit operator bool() const { return facts != nullptr; }
};

std::string real_path(const clang::SourceManager& sources, clang::FileEntryRef file) {
  return sources.getFileManager().getCanonicalName(file).str();
}

/// Finds the files of interest among Clang's. A file that is included several times counts as the first time.
class Files {
 public:
  Files(Collection& collection, const clang::SourceManager& sources) : collection_(collection), sources_(sources) {}

  /// Of a token that is written in a file: as such, or as the argument of a macro.
  FileOffset written(clang::SourceLocation location) {
    while (location.isMacroID()) {
      if (!sources_.isMacroArgExpansion(location)) return {};
      location = sources_.getImmediateSpellingLoc(location);
    }
    return in_file(location);
  }

  /// Where the token, or the use of the macro that made it, stands.
  FileOffset used(clang::SourceLocation location) {
    return location.isInvalid() ? FileOffset{} : in_file(sources_.getFileLoc(location));
  }

  FileOffset in_file(clang::SourceLocation location) {
    if (location.isInvalid()) return {};
    const auto [file, offset] = sources_.getDecomposedLoc(location);
    auto known = known_.find(file);
    if (known == known_.end()) known = known_.emplace(file, find(file)).first;
    return {known->second.facts, offset, known->second.path};
  }

  /// Which files there were, but those that the worker brings along.
  void tell_read() {
    std::vector<std::string>& read = collection_.answer.read;
    for (auto file = sources_.fileinfo_begin(); file != sources_.fileinfo_end(); ++file) {
      std::string path = real_path(sources_, file->first);
      if (!path.starts_with(kOwnFolder)) read.push_back(std::move(path));
    }
    std::ranges::sort(read);
    const auto again = std::ranges::unique(read);
    read.erase(again.begin(), again.end());
  }

 private:
  struct IdHash {
    std::size_t operator()(clang::FileID file) const { return file.getHashValue(); }
  };

  FileOffset find(clang::FileID file) {
    const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file);
    if (!entry) return {};
    std::string path = real_path(sources_, *entry);
    if (!std::ranges::binary_search(collection_.files, path)) return {};
    const auto [known, is_new] = collection_.answer.facts.try_emplace(std::move(path));
    if (!is_new) return {};
    known->second.size = static_cast<std::uint32_t>(sources_.getFileIDSize(file));
    return {&known->second, 0, &known->first};
  }

  Collection& collection_;
  const clang::SourceManager& sources_;
  std::unordered_map<clang::FileID, FileOffset, IdHash> known_;
};

bool is_device_code(const clang::Decl& function) {
  if (function.hasAttr<clang::CUDAGlobalAttr>()) return true;
  return std::ranges::any_of(function.specific_attrs<clang::AnnotateAttr>(), [](const clang::AnnotateAttr* note) {
    return note->getAnnotation().starts_with("syncfree:") && note->getAnnotation() != "syncfree:host";
  });
}

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  Visitor(Files& files, const Collection& collection) : files_(files), collection_(collection) {}

  bool VisitDeclaratorDecl(clang::DeclaratorDecl* declaration) {
    if (const FileOffset place = files_.written(declaration->getLocation())) {
      if (!llvm::isa<clang::FunctionDecl>(declaration))
        add(place.facts->values, place, type_of(declaration->getType()));
    }
    return true;
  }

  bool VisitBindingDecl(clang::BindingDecl* binding) {
    if (const FileOffset place = files_.written(binding->getLocation()))
      add(place.facts->values, place, type_of(binding->getType()));
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    const FileOffset place = files_.used(function->getLocation());
    if (!place) return true;
    if (is_device_code(*function)) {
      place.facts->device_code.insert(place.offset);
      return true;
    }
    const FileOffset end = files_.used(function->getEndLoc());
    const auto errors = collection_.errors.find(*place.path);
    if (errors == collection_.errors.end() || end.facts != place.facts || !function->isThisDeclarationADefinition())
      return true;
    const bool misread = std::ranges::any_of(
        errors->second, [&](std::uint32_t error) { return place.offset <= error && error <= end.offset; });
    std::string name = function->getNameAsString();
    if (misread && std::ranges::find(place.facts->misread, name) == place.facts->misread.end())
      place.facts->misread.push_back(std::move(name));
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const FileOffset place = files_.written(lambda->getBeginLoc());
    if (place && lambda->getCallOperator() != nullptr && is_device_code(*lambda->getCallOperator()))
      place.facts->device_code.insert(place.offset);
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const FileOffset place = files_.written(reference->getLocation());
    if (!place) return true;
    const clang::ValueDecl& named = *reference->getDecl();
    if (!llvm::isa<clang::FunctionDecl>(named)) add(place.facts->values, place, type_of(reference->getType()));
    add_name(place, named);
    return true;
  }

  bool VisitOverloadExpr(clang::OverloadExpr* reference) {  // in a template
    const FileOffset place = files_.written(reference->getNameLoc());
    if (place && reference->getNumDecls() > 0) add_name(place, *(*reference->decls_begin())->getUnderlyingDecl());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) {
    const FileOffset place = files_.written(member->getMemberLoc());
    if (place && llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
      add(place.facts->values, place, type_of(member->getType()));
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    clang::SourceLocation name;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee)) name = reference->getLocation();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(callee)) name = member->getMemberLoc();
    if (llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
    if (const FileOffset place = files_.written(name)) add(place.facts->results, place, type_of(call->getType()));
    return true;
  }

 private:
  using Types = std::unordered_map<std::uint32_t, Type>;

  // A token may be read several times, as the argument of a macro is that stands in its body more than once.
  static void add(Types& types, const FileOffset& place, Type type) {
    if (type != Type::kUnknown) types.try_emplace(place.offset, type);
  }

  /// Functions and constants of libraries; of its own the program speaks by the names that it gave them.
  void add_name(const FileOffset& place, const clang::NamedDecl& named) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(&named);
    if (variable != nullptr && !variable->hasGlobalStorage()) return;
    if (variable == nullptr &&
        !llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl, clang::EnumConstantDecl>(named))
      return;
    if (!named.getDeclName().isIdentifier() || named.getName().empty()) return;
    if (files_.used(named.getLocation()) || named.getDeclContext()->isFunctionOrMethod()) return;
    place.facts->names.try_emplace(place.offset, full_name(named));
  }

  Files& files_;
  const Collection& collection_;
};

class Preprocessing : public clang::PPCallbacks {
 public:
  Preprocessing(Files& files, clang::Preprocessor& preprocessor, Collection& collection)
      : files_(files), preprocessor_(preprocessor), collection_(collection) {}

  /// Where it would have been found.
  bool FileNotFound(llvm::StringRef name) override {
    std::vector<std::string>& absent = collection_.answer.absent;
    for (const clang::DirectoryLookup& folder : preprocessor_.getHeaderSearchInfo().search_dir_range())
      absent.push_back((folder.getName() + "/" + name).str());
    if (const clang::PreprocessorLexer* lexer = preprocessor_.getCurrentFileLexer()) {
      if (const auto includer = lexer->getFileEntry())
        absent.push_back((includer->getDir().getName() + "/" + name).str());
    }
    return false;
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    const FileOffset begin = files_.in_file(range.getBegin());
    const FileOffset end = files_.in_file(range.getEnd());
    if (begin && begin.facts == end.facts) begin.facts->skipped.push_back({begin.offset, end.offset});
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    const FileOffset use = files_.used(range.getBegin());
    const clang::MacroInfo* macro = definition.getMacroInfo();
    if (!use || macro == nullptr || macro->isBuiltinMacro()) return;
    const FileOffset defined = files_.in_file(macro->getDefinitionLoc());
    if (!defined || defined.facts == use.facts) return;
    if (!seen_.emplace(use.facts, name.getIdentifierInfo()).second) return;
    const clang::CharSourceRange written =
        clang::CharSourceRange::getTokenRange(macro->getDefinitionLoc(), macro->getDefinitionEndLoc());
    const llvm::StringRef text =
        clang::Lexer::getSourceText(written, preprocessor_.getSourceManager(), preprocessor_.getLangOpts());
    defined.facts->expanded.insert(defined.offset);
    use.facts->macros.push_back(
        {.definition = "#define " + text.str(), .path = *defined.path, .offset = defined.offset});
  }

 private:
  Files& files_;
  clang::Preprocessor& preprocessor_;
  Collection& collection_;
  std::set<std::pair<const cxx::FileFacts*, const clang::IdentifierInfo*>> seen_;
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(Files& files, const Collection& collection) : files_(files), collection_(collection) {}

  // Only bodies of host functions of the program tell anything, and most of a source is others.
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::FunctionDecl* function = declaration->getAsFunction();  // of a template, too
    return !files_.used(declaration->getLocation()) || (function != nullptr && is_device_code(*function));
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    files_.tell_read();
    Visitor visitor(files_, collection_);
    for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      if (files_.used(declaration->getLocation())) visitor.TraverseDecl(declaration);
    }
  }

 private:
  Files& files_;
  const Collection& collection_;
};

class Action : public clang::ASTFrontendAction {
 public:
  explicit Action(Collection& into) : collection_(into) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.getDiagnostics().setFatalsAsError(true);  // what stands behind a missing header is read too
    files_.emplace(collection_, compiler.getSourceManager());
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<Preprocessing>(*files_, compiler.getPreprocessor(), collection_));
    return std::make_unique<Consumer>(*files_, collection_);
  }

 private:
  Collection& collection_;
  std::optional<Files> files_;
};

class Diagnostics : public clang::DiagnosticConsumer {
 public:
  Diagnostics(Collection& into, std::string source) : collection_(into), source_(std::move(source)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error) return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    std::string path = source_;
    std::uint32_t line = 0;
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager& sources = diagnostic.getSourceManager();
      const clang::SourceLocation location = sources.getFileLoc(diagnostic.getLocation());
      const auto entry = sources.getFileEntryRefForID(sources.getFileID(location));
      const std::string where = entry ? real_path(sources, *entry) : std::string();
      if (std::ranges::binary_search(collection_.files, where)) {
        path = where;
        line = sources.getSpellingLineNumber(location);
        collection_.errors[path].push_back(sources.getFileOffset(location));
      } else if (diagnostic.getID() != clang::diag::err_pp_file_not_found) {
        return;  // a library's own affair
      }
    }
    cxx::FileFacts& facts = errors_[path];
    if (facts.errors++ == 0) {
      facts.first_error = message.str().str();
      facts.first_error_line = line;
    }
  }

  // Clang clears facts of files by making them new; errors are put in at the end.
  void EndSourceFile() override {
    for (const auto& [path, errors] : errors_) {
      cxx::FileFacts& facts = collection_.answer.facts[path];
      facts.errors = errors.errors;
      facts.first_error = errors.first_error;
      facts.first_error_line = errors.first_error_line;
    }
  }

 private:
  Collection& collection_;
  std::string source_;
  cxx::Facts errors_;
};

}  // namespace

std::unique_ptr<clang::FrontendAction> make_action(Collection& into) { return std::make_unique<Action>(into); }

std::unique_ptr<clang::DiagnosticConsumer> make_diagnostics(Collection& into, std::string source) {
  return std::make_unique<Diagnostics>(into, std::move(source));
}

}  // namespace syncfree::clang_frontend
