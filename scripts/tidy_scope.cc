// A plugin for clang-tidy that limits its checks to the project's own files.
//
// Every check of clang-tidy 14 visits everything that a source includes. Most of that is Eigen, GoogleTest and the
// standard library, where nothing may be reported (HeaderFilterRegex). This plugin narrows the visit to declarations
// outside system headers; it reports nothing itself. Declarations of a precompiled header are not even read.
// scripts/check.sh builds and loads it.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>

#include <vector>

namespace {

using clang::ast_matchers::MatchFinder;
using clang::ast_matchers::translationUnitDecl;

class OwnScope : public clang::tidy::ClangTidyCheck {
 public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(MatchFinder* finder) override {
    finder->addMatcher(translationUnitDecl().bind("source"), this);
  }

  // A visit starts at the translation unit, which this check matches. The visitor asks for the scope when it goes on to
  // the declarations in it.
  void check(const MatchFinder::MatchResult& result) override {
    const auto* source = result.Nodes.getNodeAs<clang::TranslationUnitDecl>("source");
    std::vector<clang::Decl*> own;
    for (clang::Decl* declaration : source->noload_decls()) {
      const clang::SourceLocation place = result.SourceManager->getExpansionLoc(declaration->getLocation());
      if (place.isValid() && !declaration->isFromASTFile() && !result.SourceManager->isInSystemHeader(place))
        own.push_back(declaration);
    }
    result.Context->setTraversalScope(own);
  }
};

class OwnScopeModule : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    factories.registerCheck<OwnScope>("own-scope");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<OwnScopeModule> kRegistered("own-module",
                                                                            "Keeps checks to the project's own files.");

}  // namespace
